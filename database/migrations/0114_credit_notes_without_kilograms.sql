-- A credit note has the kilograms that went back with it. A note of money alone has none. Earlier notes of the rest of a
-- purchase had none either: the last one of a purchase gets the kilograms that no other note has.
alter table tax_documents disable trigger tax_documents_insert_only;
update tax_documents d set kg = back.kg
from (select purchase_id, sum(quantity_kg) - coalesce((select sum(c.kg) from tax_documents c
      where c.purchase_id = k.purchase_id and c.kind = 'credit_note'), 0) as kg
    from kg_postings k where destination = 'returned' and purchase_id is not null group by purchase_id) back,
  (select distinct on (purchase_id) purchase_id, series, year, sequence from tax_documents
    where kind = 'credit_note' and kg is null
    order by purchase_id, year desc, series desc, sequence desc) last_note
where back.kg > 0 and last_note.purchase_id = back.purchase_id and d.kind = 'credit_note'
  and (d.series, d.year, d.sequence) = (last_note.series, last_note.year, last_note.sequence);
alter table tax_documents enable trigger tax_documents_insert_only;
comment on column tax_documents.kg is 'kilograms that went back with a credit note; null for one of money alone';
