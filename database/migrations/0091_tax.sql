-- Tax: the country of a purchase's taxation, its card, and the numbered receipts and credit notes.

-- The country of the buyer's number at the reservation, and what the provider says of the card that paid. The
-- card's columns are erased with the buyer.
alter table purchases
  add column tax_country character(2),
  add column card_country character(2),
  add column card_brand text,
  add column card_last_four text;

-- A background task numbers them, without gaps, in each series and year. It writes a purchase's receipt once,
-- and a credit note for each part of it that goes back. It refers to its purchase without a foreign key, whose
-- check would lock the purchase's row; purchases are never deleted.
create table tax_documents (
  series smallint not null,
  kind text not null constraint tax_documents_kind_known check (kind in ('receipt', 'credit_note')),
  -- The year of `day`.
  year smallint not null,
  sequence integer not null constraint tax_documents_sequence_positive check (sequence > 0),
  purchase_id uuid not null,
  -- The day in UTC on which the purchase was completed or its money went back.
  day date not null,
  country character(2) not null,
  -- The rate in percent.
  rate numeric not null,
  currency character(3) not null,
  gross_minor bigint not null constraint tax_documents_gross_positive check (gross_minor > 0),
  tax_minor bigint not null,
  created_at timestamptz not null default now(),
  constraint tax_documents_pkey primary key (series, kind, year, sequence),
  constraint tax_documents_day_in_year check (extract(year from day) = year),
  constraint tax_documents_tax_within_gross check (tax_minor >= 0 and tax_minor <= gross_minor)
);
create unique index tax_documents_one_receipt on tax_documents (purchase_id) where kind = 'receipt';
create index tax_documents_credit_notes on tax_documents (purchase_id) where kind = 'credit_note';

create function refuse_change_of_tax_document() returns trigger language plpgsql as $$
begin
  raise exception 'receipts and credit notes are insert-only: % refused', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger tax_documents_insert_only before update or delete or truncate on tax_documents
  for each statement execute function refuse_change_of_tax_document();

-- How far the task has read the postings of money: all ids up to `taken_through`. Ids up to `mark_id` were drawn
-- by transactions before `mark_xid`, and are read once all of these have ended. `series` is higher after each
-- restore of a backup, whose later numbers may have been given out.
create table tax_progress (
  only_one boolean primary key default true constraint tax_progress_one_row check (only_one),
  series smallint not null default 1,
  taken_through bigint not null default 0,
  mark_id bigint,
  mark_xid xid8,
  constraint tax_progress_mark_is_whole check ((mark_id is null) = (mark_xid is null))
);
insert into tax_progress default values;
