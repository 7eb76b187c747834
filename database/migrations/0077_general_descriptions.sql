-- Pages and the API describe a project without a description by its scene, so the sentences that the
-- demonstration's catalogue had in English go. Those that an operator set stay.
update projects set description = '' where is_demo and not 'description' = any(edited_fields);
