// Names the cookie of a browser whose sign-out has not reached the server. The session is still open there,
// but the server must not draw its card into a document.
export const signOutCookie = 'signing-out'

/** The longest life of a session (features/people/find-session.ts). */
export const signOutCookieSeconds = 30 * 86_400
