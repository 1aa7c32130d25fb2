// Registers the service worker, which shows a helpful page when the network is away.
if ("serviceWorker" in navigator)
  navigator.serviceWorker.register("/offline-worker.js", { scope: "/" }).catch(() => {});
