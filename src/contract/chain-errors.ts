import type { RefusalText } from './account-errors.ts'

/** The refusals of deposits and withdrawals over chains. `errors.ts` holds the rest, and says how to read them. */
export const CHAIN_REFUSALS = {
  DEPOSIT_DISABLED: {
    status: 409,
    fa: 'واریز این دارایی روی این شبکه اکنون باز نیست؛ شبکهٔ دیگری انتخاب کنید.',
    en: "Deposits of this asset on this network aren't open now. Choose another network.",
  },
  /** The specification's "Not Enough Wallets". */
  WALLET_UNAVAILABLE: {
    status: 503,
    fa: 'کیف پول این شبکه اکنون در دسترس نیست؛ کمی بعد تلاش کنید یا به پشتیبانی پیام دهید.',
    en: "The wallet of this network isn't available now. Try again later, or contact support.",
  },
  INVALID_TXID: {
    status: 400,
    fa: 'شناسهٔ تراکنش معتبر نیست؛ آن را از کیف پول فرستنده کپی کنید.',
    en: "This transaction ID isn't valid. Copy it from the wallet that sent it.",
  },
  DEPOSIT_NOT_RECOGNIZED: {
    status: 404,
    fa: 'این تراکنش به آدرس شما نرسیده است؛ شبکه و شناسه را بررسی کنید و چند دقیقهٔ دیگر تلاش کنید.',
    en: "This transaction hasn't reached your address. Check the network and the ID, and try again in a few minutes.",
  },
} satisfies Record<string, RefusalText>
