// Runs Vendure, the rival of whole orders, in one process. It has one product with tracked stock, free
// delivery and Vendure's dummy payment, which settles immediately. Answers each line with its port and
// the ids for an order.
//   NODE_ENV=production node vendure-server.mjs <database url>
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import {
  bootstrap,
  dummyPaymentHandler,
  NoopLogger,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
  ShippingMethodService,
  TaxCategoryService,
} from '@vendure/core'

const languageCode = 'en'
const zone = 'Europe'

const app = await bootstrap({
  logger: new NoopLogger(),
  apiOptions: { hostname: '127.0.0.1', port: 0 },
  authOptions: {
    tokenMethod: 'bearer',
    // In production, Vendure refuses its default password.
    superadminCredentials: { identifier: 'nobody', password: randomBytes(24).toString('hex') },
  },
  dbConnectionOptions: {
    type: 'postgres',
    url: process.argv[2],
    // Creates the tables in an empty database.
    synchronize: true,
    logging: false,
    // The product has as many connections.
    poolSize: 10,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
})
const server = app.getHttpServer()
// The product has this value too. Idle connections stay open while other clients are measured.
server.keepAliveTimeout = 65_000

await app.get(Populator).populateInitialData({
  defaultLanguage: languageCode,
  defaultZone: zone,
  countries: [{ name: 'United Kingdom', code: 'GB', zone }],
  taxRates: [{ name: 'Standard', percentage: 20 }],
  shippingMethods: [{ name: 'Delivery', price: 0 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: {
        code: dummyPaymentHandler.code,
        arguments: [{ name: 'automaticSettle', value: 'true' }],
      },
    },
  ],
  collections: [],
})
const ctx = await app.get(RequestContextService).create({ apiType: 'admin' })
const [taxCategory] = (await app.get(TaxCategoryService).findAll(ctx)).items
const [delivery] = (await app.get(ShippingMethodService).findAll(ctx)).items
const name = 'Offset'
const product = await app.get(ProductService).create(ctx, {
  enabled: true,
  translations: [{ languageCode, name, slug: 'offset', description: name }],
})
const [variant] = await app.get(ProductVariantService).create(ctx, [
  {
    productId: product.id,
    sku: 'OFFSET',
    price: 100,
    taxCategoryId: taxCategory.id,
    // A run cannot sell that much.
    stockOnHand: 1_000_000_000,
    trackInventory: 'TRUE',
    translations: [{ languageCode, name }],
  },
])

const catalogue = {
  port: server.address().port,
  variantId: String(variant.id),
  deliveryId: String(delivery.id),
  payment: 'dummy',
}
createInterface({ input: process.stdin })
  .on('line', () => process.stdout.write(`${JSON.stringify(catalogue)}\n`))
  .on('close', () => process.exit(0))
