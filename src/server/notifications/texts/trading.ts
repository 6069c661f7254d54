import type { NoticeTexts } from './frame.ts'

export const ORDER_TEXTS = {
  ORDER_FILLED: {
    fa: {
      subject: 'سفارش شما انجام شد',
      text: 'سفارش {{side}} {{amount}} با قیمت {{price}} انجام شد.',
      discreet: 'سفارش {{side}} {{pair}} انجام شد.',
    },
    en: {
      subject: 'Order filled',
      text: 'Your {{side}} order for {{amount}} filled at {{price}}.',
      discreet: 'Your {{pair}} {{side}} order filled.',
    },
  },
  ORDER_PARTLY_FILLED: {
    fa: {
      subject: 'بخشی از سفارش شما انجام شد',
      text: '{{percent}} از سفارش {{side}} {{pair}} انجام شد.',
      discreet: 'بخشی از سفارش {{side}} {{pair}} انجام شد.',
    },
    en: {
      subject: 'Order partly filled',
      text: '{{percent}} of your {{pair}} {{side}} order filled.',
      discreet: 'Part of your {{pair}} {{side}} order filled.',
    },
  },
  ORDER_CANCELLED: {
    fa: {
      subject: 'سفارش شما لغو شد',
      text: 'سفارش {{pair}} لغو شد؛ {{amount}} به موجودی برگشت.',
      discreet: 'سفارش {{pair}} لغو شد.',
    },
    en: {
      subject: 'Order cancelled',
      text: '{{pair}} order cancelled. {{amount}} is back in your balance.',
      discreet: '{{pair}} order cancelled.',
    },
  },
  ORDER_CANCELLED_BY_OPERATOR: {
    fa: {
      subject: 'کیمیا سفارش شما را لغو کرد',
      text: 'کیمیا سفارش {{pair}} شما را لغو کرد؛ {{amount}} به موجودی برگشت.',
      discreet: 'کیمیا سفارش {{pair}} شما را لغو کرد.',
    },
    en: {
      subject: 'Kimia cancelled your order',
      text: 'Kimia cancelled your {{pair}} order. {{amount}} is back in your balance.',
      discreet: 'Kimia cancelled your {{pair}} order.',
    },
  },
  ORDER_EXPIRED: {
    fa: {
      subject: 'سفارش شما منقضی شد',
      text: 'سفارش {{pair}} منقضی شد؛ {{amount}} به موجودی برگشت.',
      discreet: 'سفارش {{pair}} منقضی شد.',
    },
    en: {
      subject: 'Order expired',
      text: 'Your {{pair}} order expired. {{amount}} is back in your balance.',
      discreet: 'Your {{pair}} order expired.',
    },
  },
  ORDER_TRIGGERED: {
    fa: {
      subject: 'سفارش حد ضرر شما فعال شد',
      text: 'سفارش حد ضرر {{side}} {{pair}} با قیمت {{price}} فعال شد.',
      discreet: 'سفارش حد ضرر {{side}} {{pair}} فعال شد.',
    },
    en: {
      subject: 'Stop-limit order triggered',
      text: 'Your {{pair}} stop-limit {{side}} order was triggered at {{price}}.',
      discreet: 'Your {{pair}} stop-limit {{side}} order was triggered.',
    },
  },
  ORDERS_CHANGED: {
    fa: {
      subject: 'چند سفارش شما تغییر کرد',
      text: '{{count}} سفارش شما انجام، لغو یا منقضی شد.',
      discreet: 'چند سفارش شما انجام، لغو یا منقضی شد.',
    },
    en: {
      subject: 'Several orders changed',
      text: '{{count}} of your orders were filled, cancelled or expired.',
      discreet: 'Several of your orders were filled, cancelled or expired.',
    },
  },
} as const satisfies NoticeTexts

export const RECURRING_BUY_TEXTS = {
  RECURRING_BUY_BOUGHT: {
    fa: {
      subject: 'خرید دوره‌ای انجام شد',
      text: 'خرید دوره‌ای: {{amount}} با قیمت {{price}} خریده شد.',
      discreet: 'خرید دوره‌ای {{pair}} انجام شد.',
    },
    en: {
      subject: 'Recurring buy done',
      text: 'Recurring buy: {{amount}} bought at {{price}}.',
      discreet: 'Your {{pair}} recurring buy was made.',
    },
  },
  RECURRING_BUY_SKIPPED: {
    fa: {
      subject: 'خرید دوره‌ای این بار انجام نشد',
      text: 'خرید دوره‌ای {{pair}} این بار انجام نشد: {{why}}. خرید بعدی سر موعد انجام می‌شود.',
    },
    en: {
      subject: 'Recurring buy skipped',
      text: 'Your {{pair}} recurring buy was skipped this time: {{why}}. The next one is made on schedule.',
    },
  },
  RECURRING_BUY_STOPPED: {
    fa: {
      subject: 'خرید دوره‌ای متوقف شد',
      text: 'خرید دوره‌ای {{pair}} متوقف شد: {{why}}. هر وقت خواستید آن را از سر بگیرید.',
    },
    en: {
      subject: 'Recurring buy stopped',
      text: 'Your {{pair}} recurring buy has stopped: {{why}}. You can resume it whenever you like.',
    },
  },
} as const satisfies NoticeTexts

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
  DEPOSIT_CANCELLED: {
    fa: {
      subject: 'پرداخت لغو شد',
      text: 'پرداخت {{amount}} را در درگاه لغو کردید؛ مبلغی از حساب شما کم نشد.',
      discreet: 'یک پرداخت را در درگاه لغو کردید؛ مبلغی از حساب شما کم نشد.',
    },
    en: {
      subject: 'Payment cancelled',
      text: 'You cancelled your {{amount}} payment at the gateway. Nothing was taken.',
      discreet: 'You cancelled a payment at the gateway. Nothing was taken.',
    },
  },
  DEPOSIT_ABANDONED: {
    fa: {
      subject: 'پرداخت ناتمام ماند',
      text: 'پرداخت {{amount}} در درگاه ناتمام ماند و بسته شد. اگر پرداخت کرده‌اید، مبلغ خودکار واریز می‌شود یا بانک آن را تا ۷۲ ساعت برمی‌گرداند.',
      discreet:
        'یک پرداخت در درگاه ناتمام ماند و بسته شد. اگر پرداخت کرده‌اید، مبلغ خودکار واریز می‌شود یا بانک آن را تا ۷۲ ساعت برمی‌گرداند.',
    },
    en: {
      subject: 'Payment not completed',
      text: "Your {{amount}} payment wasn't completed at the gateway and is closed. If you did pay, we credit it automatically, or your bank returns the money within 72 hours.",
      discreet:
        "A payment wasn't completed at the gateway and is closed. If you did pay, we credit it automatically, or your bank returns the money within 72 hours.",
    },
  },
  DEPOSIT_HELD: {
    fa: {
      subject: 'واریز با کارت دیگری پرداخت شد',
      text: 'واریز {{amount}} با کارتی غیر از کارت انتخابی شما پرداخت شد. این مبلغ به کیف پول اضافه نمی‌شود و به همان کارت برمی‌گردد.',
      discreet: 'یک واریز با کارتی غیر از کارت انتخابی شما پرداخت شد و مبلغ آن به همان کارت برمی‌گردد.',
    },
    en: {
      subject: 'Deposit paid with another card',
      text: "Your {{amount}} deposit was paid with a card other than the one you chose. We don't credit it; the money goes back to the card that paid.",
      discreet:
        'A deposit was paid with a card other than the one you chose. The money goes back to the card that paid.',
    },
  },
  DEPOSIT_PAID_BACK: {
    fa: {
      subject: 'مبلغ واریز برگشت داده شد',
      text: '{{amount}} به کارتی که با آن پرداخت شده بود برگشت داده شد. برای واریز، با کارت خودتان دوباره پرداخت کنید.',
      discreet: 'مبلغ یک واریز به کارتی که با آن پرداخت شده بود برگشت داده شد.',
    },
    en: {
      subject: 'Deposit returned',
      text: '{{amount}} went back to the card that paid. To deposit, pay again with your own card.',
      discreet: 'A deposit went back to the card that paid.',
    },
  },
  WITHDRAWAL_ASKED: {
    fa: {
      subject: 'درخواست برداشت از کیمیا',
      text: 'درخواست برداشت {{amount}} {{to}} ثبت شد.',
      discreet: 'یک درخواست برداشت ثبت شد.',
    },
    en: {
      subject: 'Kimia withdrawal requested',
      text: 'A withdrawal of {{amount}} {{to}} was requested.',
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
  WITHDRAWAL_CANCELLED: {
    fa: {
      subject: 'برداشت شما لغو شد',
      text: 'برداشت {{amount}} را خودتان لغو کردید؛ مبلغ به موجودی برگشت.',
      discreet: 'یک برداشت را خودتان لغو کردید؛ مبلغ آن به موجودی برگشت.',
    },
    en: {
      subject: 'Withdrawal cancelled',
      text: 'You cancelled your {{amount}} withdrawal. The money is back in your balance.',
      discreet: 'You cancelled a withdrawal. The money is back in your balance.',
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
  WITHDRAWAL_FAILED: {
    fa: {
      subject: 'برداشت شما انجام نشد',
      text: 'برداشت {{amount}} انجام نشد و به موجودی برگشت.',
      discreet: 'برداشت شما انجام نشد و به موجودی برگشت.',
    },
    en: {
      subject: 'Withdrawal not completed',
      text: "Your {{amount}} withdrawal couldn't be completed. The money is back in your balance.",
      discreet: "Your withdrawal couldn't be completed. The money is back in your balance.",
    },
  },
} as const satisfies NoticeTexts
