-- A batch of a registry whose serials no reader knows: no other batch can be compared with it.
-- Only an import with `--uncompared REGISTRY` sets it.

alter table batches add column is_uncompared boolean not null default false;
