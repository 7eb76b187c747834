// How the database calls the id of what caused a posting. The column keeps its first name: during an
// upgrade processes of the version before write the same rows.

export const causeColumn = 'purchase_id'
