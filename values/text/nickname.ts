// Defines the rules for nicknames, for the server and for the fields that take one
// (docs/product.md#names).

/** 2 to 24 letters, digits, spaces and .-' of any script. */
export const nicknamePattern = /^[\p{L}\p{M}\p{N} .'-]{2,24}$/u
export const nicknameMaxLength = 24
