likes(ann, tea).
