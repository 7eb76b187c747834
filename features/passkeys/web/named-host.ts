// Returns whether the page's host has a name. At an IP address browsers create no passkeys.

export function isNamedHost(): boolean {
  return !/^[\d.]+$|:/.test(location.hostname)
}
