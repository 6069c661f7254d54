import type { RefusalText } from './account-errors.ts'

/** The refusals of recurring buys. `errors.ts` says how to read them. */
export const RECURRING_BUY_REFUSALS = {
  RECURRING_BUY_TOTAL_LOW: {
    status: 400,
    fa: 'مبلغ هر خرید از حداقل خرید فوری این دارایی کمتر است؛ مبلغ بیشتری وارد کنید.',
    en: "The total of each buy is below this asset's minimum. Enter more.",
  },
  RECURRING_BUY_TOTAL_HIGH: {
    status: 400,
    fa: 'مبلغ هر خرید از حداکثر خرید فوری این دارایی بیشتر است؛ مبلغ کمتری وارد کنید.',
    en: "The total of each buy is above this asset's maximum. Enter less.",
  },
  RECURRING_BUYS_TOO_MANY: {
    status: 409,
    fa: 'حداکثر ۲۰ خرید دوره‌ای می‌توانید داشته باشید؛ یکی را حذف کنید.',
    en: 'You can have up to 20 recurring buys. Remove one first.',
  },
  RECURRING_BUY_NOT_FOUND: {
    status: 404,
    fa: 'این خرید دوره‌ای پیدا نشد؛ شاید حذف شده است. فهرست را به‌روز کنید.',
    en: "We couldn't find this recurring buy. It may have been removed. Refresh the list.",
  },
} satisfies Record<string, RefusalText>
