"""Code that exists only for speed, so that the rest of the site can be written plainly.

`python -m benchmarks.site_speed` measures each module against the plain way; one that gains less than a tenth is
removed. On two busy cores it printed:

| module | what it does | what it buys |
|---|---|---|
| `statements` | builds the SQL of the hot path once | queries 9 times faster, reading rows 6, inserting rows 7 times |
| | writes a booking in one statement (PostgreSQL) | a visit of the dealer takes 11% less time at the site |
| `templates` | renders each part of a table's page once for equal values | a page is redrawn 1.6 times faster |
| | takes the layout out of templates when they are loaded | a table's fragment 1.4 times smaller |
| `handler`, `threads` | each request goes into a thread of a fixed pool once | a request costs 3.7 times less |
| `precedence` | the dealer lets requests go first | beside a busy dealer a request is answered 2.4 times sooner |
| `interpreter` | shorter turns; loaded objects are not collected | 3.3 times sooner; no pauses of 0.1 s and more |
| | limits `malloc` to two arenas | 46 instead of 86 MB after 200 streams have reconnected twice |

The first figure of `templates` is from a round of Maryland poker drawn with and without it, which `site_speed` does not
do yet; those without a module's name are in `docs/reference/scale.md`.
"""
