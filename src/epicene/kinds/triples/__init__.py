"""A stereotype, an anti-stereotype and an unrelated candidate (StereoSet), within a sentence and across two."""
