// What a nickname may be (contract 3), for the server and for the fields that ask for one.

/** 2 to 24 letters, digits, spaces and .-' of any script. */
export const nicknamePattern = /^[\p{L}\p{M}\p{N} .'-]{2,24}$/u
export const nicknameMaxLength = 24
