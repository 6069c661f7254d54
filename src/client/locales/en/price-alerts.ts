import type { words as fa } from '../fa/price-alerts.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  action: 'Price alert',
  title: '{{name}} price alert',
  present: 'Price now:',
  kind: { label: 'Type of alert', ABOVE: 'Above', BELOW: 'Below', PERCENT: 'Percent change' },
  price: 'Alert price',
  percent: 'Percent change',
  hint: {
    ABOVE: "We'll let you know when the price reaches this figure or more.",
    BELOW: "We'll let you know when the price reaches this figure or less.",
    PERCENT: "We'll let you know when the price has moved this far from now, up or down.",
  },
  missing: { price: 'Enter an alert price.', percent: 'Enter a percentage.' },
  save: 'Save alert',
  saved: { title: 'Alert saved', text: "We'll let you know once, then the alert turns off." },
  list: 'Active alerts',
  remove: 'Remove the {{pair}} alert',
}
