-- The name that a giver signs one gift with. It is no nickname: nothing else shows it.

alter table purchases add column from_name text;
comment on column purchases.from_name is 'what the giver signs the gift with; null where they gave no name';
