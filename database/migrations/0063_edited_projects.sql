-- What an operator set of a project by hand: an import leaves these columns as they are, unless it is given
-- with --overwrite.

alter table projects add column edited_fields text[] not null default '{}'
  constraint projects_edited_fields_known
  check (edited_fields <@ array['name', 'description', 'image_url', 'sdgs']);
