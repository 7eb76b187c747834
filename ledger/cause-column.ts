// Names the column for the id that caused a posting. It keeps its original name, since processes of
// the previous version write the same rows during an upgrade.

export const causeColumn = 'purchase_id'
