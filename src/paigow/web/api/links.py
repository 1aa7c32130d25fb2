"""Links in the OpenAPI document: which values in one response are useful in the next request."""

from typing import Any

OF_A_TABLE = (
    "get_table",
    "list_seats",
    "get_view",
    "get_legal",
    "give_command",
    "get_history",
    "list_rounds",
    "get_record",
)
OF_A_ROUND = ("get_round", "get_round_record", "verify_round")
LINKS: dict[tuple[str, str], dict[tuple[str, ...], dict[str, str]]] = {
    ("open_table", "201"): {OF_A_TABLE: {"slug": "$response.body#/slug"}},
    ("list_tables", "200"): {OF_A_TABLE: {"slug": "$response.body#/tables/0/slug"}},
    ("list_rounds", "200"): {
        OF_A_ROUND: {"slug": "$request.path.slug", "number": "$response.body#/rounds/0/number"},
    },
    ("get_history", "200"): {
        ("get_history",): {"slug": "$request.path.slug", "query.after": "$response.body#/next"},
    },
    ("make_token", "201"): {("revoke_token",): {"number": "$response.body#/id"}},
    ("list_tokens", "200"): {("revoke_token",): {"number": "$response.body#/tokens/0/id"}},
}


def added(schema: dict[str, Any]) -> dict[str, Any]:
    for path in schema["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                for targets, parameters in LINKS.get((operation["operationId"], str(status)), {}).items():
                    known = answer.setdefault("links", {})
                    known.update({name: {"operationId": name, "parameters": parameters} for name in targets})
    return schema
