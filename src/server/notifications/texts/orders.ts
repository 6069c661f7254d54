import type { NoticeTexts } from './notice-text.ts'

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
