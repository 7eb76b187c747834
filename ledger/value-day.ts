// Declares the SQL of a posting's value date.

/** SQL of a posting's value date: its own, or the day of its booking in UTC. `money` is the table's alias. */
export const sqlValueDate = (money: string): string =>
  `coalesce(${money}.value_date, (${money}.created_at at time zone 'UTC')::date)`

/**
 * SQL of the moment at which a posting counts: the start of its own value date in UTC, or its booking.
 */
export const sqlValueMoment = (money: string): string =>
  `coalesce(${money}.value_date::timestamp at time zone 'UTC', ${money}.created_at)`
