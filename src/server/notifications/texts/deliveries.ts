import type { NoticeTexts } from './frame.ts'

/** Gold that leaves as metal. The code of a hand-over is on the user's screen alone. */
export const DELIVERY_TEXTS = {
  DELIVERY_ASKED: {
    fa: {
      subject: 'درخواست تحویل طلا از کیمیا',
      text: 'درخواست تحویل {{amount}} ثبت شد.',
      discreet: 'یک درخواست تحویل طلا ثبت شد.',
    },
    en: {
      subject: 'Kimia gold delivery requested',
      text: 'A delivery of {{amount}} was requested.',
      discreet: 'A delivery of gold was requested.',
    },
  },
  DELIVERY_APPROVED: {
    fa: {
      subject: 'تحویل طلا تأیید شد',
      text: 'درخواست تحویل {{amount}} تأیید شد و در حال آماده‌سازی است.',
      discreet: 'درخواست تحویل طلای شما تأیید شد و در حال آماده‌سازی است.',
    },
    en: {
      subject: 'Gold delivery approved',
      text: 'Your delivery of {{amount}} was approved and is being prepared.',
      discreet: 'Your delivery of gold was approved and is being prepared.',
    },
  },
  DELIVERY_READY: {
    fa: {
      subject: 'طلای شما آمادهٔ تحویل است',
      text: '{{amount}} در شعبه آماده است؛ با کارت ملی مراجعه کنید. کد تحویل در تاریخچهٔ شماست و آن را فقط هنگام تحویل بگویید.',
      discreet: 'طلای شما در شعبه آماده است؛ با کارت ملی مراجعه کنید. کد تحویل در تاریخچهٔ شماست.',
    },
    en: {
      subject: 'Your gold is ready',
      text: '{{amount}} is ready at the branch. Bring your national ID card. The hand-over code is in your history; tell it only when you receive the gold.',
      discreet: 'Your gold is ready at the branch. Bring your national ID card. The hand-over code is in your history.',
    },
  },
  DELIVERY_SHIPPED: {
    fa: {
      subject: 'طلای شما در راه است',
      text: '{{amount}} به پیک بیمه‌شده سپرده شد. کد تحویل در تاریخچهٔ شماست و آن را فقط هنگام تحویل بگویید.',
      discreet: 'طلای شما به پیک بیمه‌شده سپرده شد. کد تحویل در تاریخچهٔ شماست.',
    },
    en: {
      subject: 'Your gold is on its way',
      text: 'The insured courier has {{amount}}. The hand-over code is in your history; tell it only when you receive the gold.',
      discreet: 'The insured courier has your gold. The hand-over code is in your history.',
    },
  },
  DELIVERY_DONE: {
    fa: {
      subject: 'طلای شما تحویل داده شد',
      text: '{{amount}} را تحویل گرفتید. اگر شما نبودید، فوراً به پشتیبانی خبر دهید.',
      discreet: 'طلای خود را تحویل گرفتید. اگر شما نبودید، فوراً به پشتیبانی خبر دهید.',
    },
    en: {
      subject: 'Your gold was handed over',
      text: "You received {{amount}}. If it wasn't you, tell support immediately.",
      discreet: "You received your gold. If it wasn't you, tell support immediately.",
    },
  },
  DELIVERY_CANCELLED: {
    fa: {
      subject: 'تحویل طلا لغو شد',
      text: 'تحویل {{amount}} را خودتان لغو کردید؛ طلا و کارمزد به موجودی برگشت.',
      discreet: 'تحویل طلا را خودتان لغو کردید؛ طلا و کارمزد به موجودی برگشت.',
    },
    en: {
      subject: 'Gold delivery cancelled',
      text: 'You cancelled your delivery of {{amount}}. The gold and the fee are back in your balance.',
      discreet: 'You cancelled your delivery of gold. The gold and the fee are back in your balance.',
    },
  },
  DELIVERY_REFUSED: {
    fa: {
      subject: 'درخواست تحویل طلا رد شد',
      text: 'درخواست تحویل {{amount}} رد شد؛ طلا و کارمزد به موجودی برگشت.',
      discreet: 'درخواست تحویل طلای شما رد شد؛ طلا و کارمزد به موجودی برگشت.',
    },
    en: {
      subject: 'Gold delivery rejected',
      text: 'Your delivery of {{amount}} was rejected. The gold and the fee are back in your balance.',
      discreet: 'Your delivery of gold was rejected. The gold and the fee are back in your balance.',
    },
  },
} as const satisfies NoticeTexts
