"""The corpus workshop: a web app with which volunteers and curators build a corpus of stereotypes."""
