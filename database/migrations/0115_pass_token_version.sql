-- The tokens of a pass end with the phone that has it: the operator's move of a lost phone's passport raises the version.
alter table wallet_passes add column token_version integer not null default 0
  constraint wallet_passes_token_version_floor check (token_version >= 0);
