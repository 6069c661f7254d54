import { words as shared } from '#contract/words/fa/orders.ts'

export const words = {
  /** Shown below the price that an order traded at. */
  limit: 'حد: {{price}}',
  stop: 'فعال‌سازی: {{price}}',
  /** Of a trailing stop. */
  stopNow: 'فعال‌سازی الان: {{price}}',
  distance: 'فاصله: {{price}}',
  marketPrice: 'قیمت بازار',
  named: '{{type}} {{amount}} با قیمت {{price}}',
  column: {
    type: 'نوع',
    number: 'شمارهٔ سفارش',
    market: 'بازار',
    price: 'قیمت',
    amount: 'مقدار',
    priceIn: 'قیمت ({{unit}})',
    amountIn: 'مقدار ({{unit}})',
    value: 'ارزش',
    executed: 'انجام‌شده',
    status: 'وضعیت',
    at: 'زمان',
  },
  ...shared,
}
