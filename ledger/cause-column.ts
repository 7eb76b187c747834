// Names the column with the id of a posting's cause. The column keeps its original name, since
// processes of the previous version write the same rows during an upgrade.

export const causeColumn = 'purchase_id'
