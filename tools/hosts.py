"""Several hosts on one machine: network namespaces joined by two switches, whose cables can be pulled.

Everybody is on the *front* switch, where visitors come in; the *back* switch joins the servers and their databases.
Needs root and `ip` (Debian's iproute2).
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

FRONT, BACK = "front", "back"
_NETWORKS = {FRONT: "10.77.1", BACK: "10.77.2"}
_GATE = 254


def can_make_hosts() -> str:
    """Return why no hosts can be made here, or an empty string if they can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need `ip`, from the package iproute2"
    made = subprocess.run(["ip", "netns", "add", name := f"pg-try-{os.getpid()}"], capture_output=True, check=False)
    if made.returncode:
        return made.stderr.decode().strip()
    _ip("netns", "del", name)
    return ""


@dataclass(frozen=True)
class Host:
    """A host: its name, and its number on both switches."""

    name: str
    number: int
    _network: "Network" = field(repr=False)

    def address(self, switch: str = BACK) -> str:
        return f"{_NETWORKS[switch]}.{self.number}"

    @property
    def enter(self) -> tuple[str, ...]:
        """Return the prefix that makes a command run on this host."""
        return ("ip", "netns", "exec", self._network.unique(self.name))

    def unplug(self, switch: str = BACK) -> None:
        """Pull its cable: packets vanish silently."""
        _ip("link", "set", self._network.port(self, switch), "down")

    def plug_in(self, switch: str = BACK) -> None:
        _ip("link", "set", self._network.port(self, switch), "up")


@dataclass
class Network:
    """The hosts and the switches between them."""

    tag: str
    hosts: dict[str, Host] = field(default_factory=dict)

    def unique(self, name: str) -> str:
        return f"pg{self.tag}-{name}"

    def switch(self, name: str) -> str:
        return f"pg{self.tag}{name}"

    def port(self, host: Host, switch: str) -> str:
        """Return the end of the host's cable at the switch."""
        return f"pg{self.tag}{switch[0]}{host.number}"

    def add(self, name: str) -> Host:
        host = Host(name, len(self.hosts) + 1, self)
        _ip("netns", "add", self.unique(name))
        self.hosts[name] = host
        inside = ("-n", self.unique(name))
        _ip(*inside, "link", "set", "lo", "up")
        for switch, network in _NETWORKS.items():
            _ip("link", "add", self.port(host, switch), "type", "veth", "peer", "name", switch, "netns", inside[1])
            _ip("link", "set", self.port(host, switch), "master", self.switch(switch), "up")
            _ip(*inside, "addr", "add", f"{network}.{host.number}/24", "dev", switch)
            _ip(*inside, "link", "set", switch, "up")
        return host


@contextmanager
def network() -> Iterator[Network]:
    """Provide an empty network. This process is on the front switch."""
    made = Network(f"{os.getpid() % 36**3:x}")
    try:
        for switch, addresses in _NETWORKS.items():
            _ip("link", "add", made.switch(switch), "type", "bridge")
            _ip("link", "set", made.switch(switch), "up")
            _ip("addr", "add", f"{addresses}.{_GATE}/24", "dev", made.switch(switch))
        yield made
    finally:
        for name in made.hosts:
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "del", made.unique(name))
        for switch in _NETWORKS:
            with suppress(subprocess.CalledProcessError):
                _ip("link", "del", made.switch(switch))


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
