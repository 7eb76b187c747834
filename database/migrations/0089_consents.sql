-- Which version of privacy policy and terms a user agreed to, and when (features/legal).
create table terms_versions (
  version text constraint terms_versions_pkey primary key
    constraint terms_versions_length check (char_length(version) between 1 and 32),
  digest bytea not null constraint terms_versions_digest_length check (length(digest) = 32),
  first_shown_at timestamptz not null default now()
);
comment on table terms_versions is 'versions of the legal texts that a server has shown';
comment on column terms_versions.digest is 'SHA-256 of privacy policy and terms in every language';

create table consents (
  passport_id uuid not null references passports (id),
  id uuid not null default uuidv7(),
  terms_version text not null
    constraint consents_version_length check (char_length(terms_version) between 1 and 32),
  agreed_at timestamptz not null default now(),
  constraint consents_pkey primary key (passport_id, id)
);
comment on table consents is
  'one row for each sign-in that named a version; kept after an erasure, under the erased passport''s id';
