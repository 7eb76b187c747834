-- Databases of versions before this file have some of it already.
create table if not exists sandbox_push.log (
  id bigint generated always as identity primary key,
  push_token text not null,
  answer text not null,
  at timestamptz not null default now()
);
