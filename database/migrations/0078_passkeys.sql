-- Passkeys, with which a user signs in without a code (features/passkeys).
create table passkeys (
  id uuid constraint passkeys_pkey primary key default uuidv7(),
  credential_id bytea not null constraint passkeys_credential_once unique
    constraint passkeys_credential_length check (length(credential_id) between 1 and 1023),
  passport_id uuid not null references passports (id),
  user_handle bytea not null constraint passkeys_user_handle_length check (length(user_handle) = 32),
  public_key bytea not null,
  counter bigint not null constraint passkeys_counter_floor check (counter >= 0),
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  suspended_at timestamptz
);
create index passkeys_of_passport on passkeys (passport_id);
comment on column passkeys.public_key is 'the public key in COSE form';
comment on column passkeys.counter is 'the authenticator''s counter of uses; 0 if it has none';
comment on column passkeys.suspended_at is 'set by a restore; the owner''s next sign-in after it ends the suspension';
