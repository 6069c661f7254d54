import type { NoticeTexts } from './notice-text.ts'

/** Deposits and withdrawals. */
export const MONEY_TEXTS = {
  DEPOSIT_SEEN: {
    fa: {
      subject: 'واریز شما دیده شد',
      text: 'واریز {{amount}} در شبکه دیده شد؛ پس از تأیید شبکه به کیف پول شما می‌رسد.',
      discreet: 'واریز شما در شبکه دیده شد؛ پس از تأیید شبکه به کیف پول شما می‌رسد.',
    },
    en: {
      subject: 'Deposit on its way',
      text: 'We saw your {{amount}} deposit. It reaches your wallet after network confirmation.',
      discreet: 'We saw your deposit. It reaches your wallet after network confirmation.',
    },
  },
  DEPOSIT_CREDITED: {
    fa: {
      subject: 'واریز انجام شد',
      text: '{{amount}} به کیف پول شما واریز شد.',
      discreet: 'یک واریز به کیف پول شما انجام شد.',
    },
    en: {
      subject: 'Deposit received',
      text: '{{amount}} is in your wallet.',
      discreet: 'A deposit is in your wallet.',
    },
  },
  DEPOSIT_FAILED: {
    fa: {
      subject: 'واریز انجام نشد',
      text: 'واریز {{amount}} انجام نشد. اگر از حساب شما کم شده باشد، بانک آن را تا ۷۲ ساعت برمی‌گرداند.',
      discreet: 'واریز شما انجام نشد. اگر از حساب شما کم شده باشد، بانک آن را تا ۷۲ ساعت برمی‌گرداند.',
    },
    en: {
      subject: 'Deposit failed',
      text: 'Your {{amount}} deposit failed. If your bank account was charged, your bank returns the money within 72 hours.',
      discreet: 'Your deposit failed. If your bank account was charged, your bank returns the money within 72 hours.',
    },
  },
  WITHDRAWAL_ASKED: {
    fa: {
      subject: 'درخواست برداشت از کیمیا',
      text: 'درخواست برداشت {{amount}} ثبت شد.',
      discreet: 'یک درخواست برداشت ثبت شد.',
    },
    en: {
      subject: 'Kimia withdrawal requested',
      text: 'A withdrawal of {{amount}} was requested.',
      discreet: 'A withdrawal was requested.',
    },
  },
  WITHDRAWAL_APPROVED: {
    fa: {
      subject: 'برداشت شما تأیید شد',
      text: 'برداشت {{amount}} تأیید شد و به‌زودی ارسال می‌شود.',
      discreet: 'برداشت شما تأیید شد و به‌زودی ارسال می‌شود.',
    },
    en: {
      subject: 'Withdrawal approved',
      text: 'Your {{amount}} withdrawal was approved and will be sent soon.',
      discreet: 'Your withdrawal was approved and will be sent soon.',
    },
  },
  WITHDRAWAL_SENT: {
    fa: { subject: 'برداشت شما ارسال شد', text: 'برداشت {{amount}} ارسال شد.', discreet: 'برداشت شما ارسال شد.' },
    en: {
      subject: 'Withdrawal sent',
      text: 'Your {{amount}} withdrawal was sent.',
      discreet: 'Your withdrawal was sent.',
    },
  },
  WITHDRAWAL_CONFIRMED: {
    fa: {
      subject: 'برداشت شما به مقصد رسید',
      text: 'برداشت {{amount}} به مقصد رسید.',
      discreet: 'برداشت شما به مقصد رسید.',
    },
    en: {
      subject: 'Withdrawal completed',
      text: 'Your {{amount}} withdrawal has arrived.',
      discreet: 'Your withdrawal has arrived.',
    },
  },
  WITHDRAWAL_REFUSED: {
    fa: {
      subject: 'برداشت شما رد شد',
      text: 'برداشت {{amount}} رد شد و به موجودی برگشت.',
      discreet: 'برداشت شما رد شد و به موجودی برگشت.',
    },
    en: {
      subject: 'Withdrawal rejected',
      text: 'Your {{amount}} withdrawal was rejected. The money is back in your balance.',
      discreet: 'Your withdrawal was rejected. The money is back in your balance.',
    },
  },
} as const satisfies NoticeTexts
