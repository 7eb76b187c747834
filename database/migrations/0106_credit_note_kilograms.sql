-- A credit note says which kilograms it is about. Receipts, and notes of a whole purchase, are about all of them.
alter table tax_documents add column kg integer
  constraint tax_documents_kg_of_part check (kg is null or kg > 0 and kind = 'credit_note');
comment on column tax_documents.kg is 'kilograms of a refund in part; null for a whole purchase';
