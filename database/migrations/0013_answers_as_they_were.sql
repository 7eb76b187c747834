-- A repeat is answered with the first answer byte for byte: jsonb would put its fields in an order of
-- its own.
alter table idempotency_keys alter column response type json;
