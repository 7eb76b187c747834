-- Mexico's and Argentina's mobile numbers have a second spelling, with or without a digit behind the
-- calling code. Rows of before get the one that values/canonical-phone.ts makes of both, unless the
-- other spelling has a passport of its own already: that one stays, and so does this one.

update passports p set phone = canon.phone
from (select id, regexp_replace(
    regexp_replace(phone, '^\+521([0-9]{10})$', '+52\1'), '^\+54([123][0-9]{9})$', '+549\1') as phone
  from passports where phone ~ '^\+(521[0-9]{10}|54[123][0-9]{9})$') as canon
where p.id = canon.id and not exists (select from passports other where other.phone = canon.phone);

update purchases set recipient_phone = regexp_replace(
  regexp_replace(recipient_phone, '^\+521([0-9]{10})$', '+52\1'), '^\+54([123][0-9]{9})$', '+549\1')
where is_gift and holder_id is null and recipient_phone ~ '^\+(521[0-9]{10}|54[123][0-9]{9})$';
