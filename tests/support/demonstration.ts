// Contains settings that run production as a demonstration, with sandbox providers and a real address.

/** The settings of a seller, without which production does not start. */
export const sellerSettings = {
  SELLER_NAME: 'Kilogram Ltd',
  SELLER_ADDRESS: '1 Forest Row, Leeds',
  SELLER_COUNTRY: 'GB',
  SELLER_CURRENCY: 'GBP',
  SUPPORT_EMAIL: 'help@kilogram.example',
  TAX: 'none',
} as const

export const demonstration = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://passport.example',
  ALLOW_SANDBOX: '1',
  ALLOW_BUNDLED_RATES: '1',
  ALLOW_NO_LEGAL: '1',
  ...sellerSettings,
} as const
