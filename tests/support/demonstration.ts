// Contains settings with which production runs as a demonstration: on sandboxes, with a real
// address.
export const demonstration = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://passport.example',
  ALLOW_SANDBOX: '1',
  ALLOW_BUNDLED_RATES: '1',
} as const
