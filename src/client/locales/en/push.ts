import type { words as fa } from '../fa/push.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  name: 'Notifications in this browser',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  done: 'Notifications are on in this browser',
  state: {
    on: "On. You'll hear from us even when the app is closed.",
    off: 'Off.',
    denied:
      "Your browser doesn't allow it. Allow notifications in its settings for this site, then open this page again.",
    unsupported:
      "This browser can't show notifications. On an iPhone, add Kimia to your home screen first and open it from there.",
  },
  offer: {
    title: 'Turn on notifications?',
    text: 'When an order fills, money arrives or somebody logs in on a new device, we let you know on this device, even when Kimia is closed.',
    later: 'You can turn this off in settings at any time.',
    yes: 'Turn on',
    no: 'Not now',
  },
  outcome: {
    denied: "Your browser doesn't allow it. Allow notifications in its settings for this site.",
    dismissed: "The browser's question was closed. Notifications need its permission.",
    failed: "The browser's notification service didn't answer. Check your connection and try again.",
  },
}
