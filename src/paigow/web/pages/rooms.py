"""Pages that need no table: advice, the math room and the rule book."""

from django.urls import path

from paigow.web.pages import advice, glossary, math_room, rule_book, solved

urlpatterns = [
    path("advice/", advice.page, name="advice"),
    path("math/", math_room.room, name="math-room"),
    path("math/solved/", solved.page, name="math-solved"),
    path("math/solved/files/<slug:name>/", solved.file, name="math-solution"),
    path("math/solved/cards/<slug:game>/<int:rules>/", solved.card, name="math-card"),
    path("math/<slug:standard>/", math_room.sheet, name="math-sheet"),
    path("math/<slug:standard>/sheet.<slug:ending>", math_room.download, name="math-download"),
    path("math/<slug:standard>/plots/<slug:key>/<slug:name>.svg", math_room.plot, name="math-plot"),
    path("math/<slug:standard>/tables/<slug:wager>/", math_room.paytable, name="math-paytable"),
    path("glossary/", glossary.page, name="glossary"),
    path("rules/", rule_book.book, name="rule-book"),
    path("rules/readings/", rule_book.readings, name="readings"),
    path("rules/<str:clause_id>/", rule_book.clause, name="rule-clause"),
    path("rules/<slug:standard>/<slug:key>/", rule_book.chapter, name="rule-chapter"),
]
