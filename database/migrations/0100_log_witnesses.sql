-- What witnesses said of the public log (docs/log.md#witnesses).

-- The checkpoint that a log publishes while a process asks its witnesses. Without a row, or once the lease has
-- ended, the log publishes the one of its head.
create table log_witnessings (
  log_number smallint constraint log_witnessings_pkey primary key
    constraint log_witnessings_log_number_fkey references logs (number),
  size bigint not null,
  -- The signed note, with the cosignatures that have come.
  checkpoint text not null,
  -- Since when the published checkpoint lacks a quorum; null if it has one.
  unwitnessed_since timestamptz,
  -- The newest checkpoint with a quorum.
  witnessed_size bigint,
  witnessed_checkpoint text,
  -- The process that asks, and until when it alone may do so.
  asker uuid not null,
  lease_until timestamptz not null,
  constraint log_witnessings_witnessed_is_whole
    check ((witnessed_size is null) = (witnessed_checkpoint is null) and witnessed_size <= size)
) with (fillfactor = 50);
-- Cosignatures are added to a checkpoint, and nothing else of it changes.
create trigger log_witnessings_only_grow before update on log_witnessings
  for each row when (new.log_number <> old.log_number or new.size < old.size
    or (new.size = old.size and not starts_with(new.checkpoint, old.checkpoint))
    or new.witnessed_size < old.witnessed_size)
  execute function refuse_change_of_log();

-- Answers by which a witness contradicts the log: it knows more entries than the log has, or another root.
create table log_witness_evidence (
  id bigint generated always as identity constraint log_witness_evidence_pkey primary key,
  log_number smallint not null constraint log_witness_evidence_log_number_fkey references logs (number),
  witness text not null,
  seen_at timestamptz not null default now(),
  -- What the log sent, and what the witness answered.
  request text not null,
  status smallint not null,
  answer text not null
);
create index log_witness_evidence_of_witness on log_witness_evidence (log_number, witness);
create trigger log_witness_evidence_insert_only before update or delete or truncate on log_witness_evidence
  for each statement execute function refuse_change_of_log();
