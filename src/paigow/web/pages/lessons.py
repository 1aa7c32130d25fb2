"""URLs of the lessons: drills, past rounds, and verification."""

from django.urls import path

from paigow.web.pages import drill, learn, profile, replay, review, share, verify

urlpatterns = [
    path("learn/", learn.start, name="learn"),
    path("learn/<slug:track>/<int:number>/", learn.step, name="learn-step"),
    path("drill/", drill.drills, name="drill"),
    path("drill/house-way/<slug:rules>/<slug:way>/", drill.drill, {"kind": "house-way"}, name="drill-house-way"),
    path("drill/settlement/<slug:rules>/", drill.drill, {"kind": "settlement"}, name="drill-settlement"),
    path("drill/irregularities/<slug:rules>/", drill.drill, {"kind": "irregularities"}, name="drill-irregularities"),
    path("profile/", profile.profile, name="profile"),
    path("profile/<str:name>/", profile.profile, name="profile-of"),
    path("review/", review.review, name="review"),
    path("review/<slug:slug>/", review.session, name="review-session"),
    path("tables/<slug:slug>/rounds/<int:number>/", replay.replay, name="round-replay"),
    path("tables/<slug:slug>/rounds/<int:number>/share/", share.share, name="round-share"),
    path("shared/<str:token>/", share.shared, name="shared"),
    path("shared/<str:token>/embed/", share.embed, name="shared-embed"),
    path("shared/<str:token>/preview.<slug:form>", share.picture, name="shared-preview"),
    path("tables/<slug:slug>/record/", review.record, name="record"),
    path("verify/", verify.verify, name="verify"),
    path("verify/<slug:key>/", verify.checked, name="verify-record"),
]
