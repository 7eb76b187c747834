// Contains settings that run production as a demonstration, with sandbox providers and a real address.
export const demonstration = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://passport.example',
  ALLOW_SANDBOX: '1',
  ALLOW_BUNDLED_RATES: '1',
  ALLOW_NO_LEGAL: '1',
} as const
