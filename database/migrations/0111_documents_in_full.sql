-- A receipt at 0 % says why, as the operator's tax file did on its day. A credit note says which ways its money goes back.
alter table tax_documents
  add column zero_reason text
    constraint tax_documents_zero_reason_known check (zero_reason is null or rate = 0
      and zero_reason in ('exempt', 'zero_rated', 'outside_scope', 'small_business')),
  add column card_minor bigint
    constraint tax_documents_card_within_gross check (card_minor is null
      or kind = 'credit_note' and card_minor >= 0 and card_minor <= gross_minor),
  add column part integer
    constraint tax_documents_part_of_credit_note check (part is null or kind = 'credit_note' and part > 0);
comment on column tax_documents.zero_reason is 'why the rate is 0, where the file of rates says it';
comment on column tax_documents.card_minor is 'what goes back to the card; null for a receipt, and for notes of earlier versions';
comment on column tax_documents.part is 'the refund in part that the note is about; null for the rest of a purchase';
