-- Only a payment by card is read again.
update purchase_reversals r set check_at = null
from purchases p where p.id = r.purchase_id and p.card_payment_id is null and r.check_at is not null;
