-- The readable name and the picture's scene of a project (features/catalogue/show-projects.ts). Null until
-- an import, an edit or the next start computes them.
alter table projects add column shown_name text, add column scene text;
