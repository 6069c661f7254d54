import type { words as fa } from '../fa/invite.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  title: 'Invite friends',
  lead: '{{percent}} of each fee your friends pay is the invitation reward. With each code you choose how much of it you get and how much goes back to your friend.',
  sum: {
    title: 'Your invitations',
    invitees: 'Friends invited',
    profit: 'Your profit',
    own: 'Your fees returned ({{percent}})',
    people: '{{number}}',
  },
  share: {
    title: 'Code and link',
    code: 'Referral code',
    link: 'Referral link',
    copyCode: 'Copy code',
    copyLink: 'Copy link',
    send: 'Share link',
    qr: 'QR code of referral link {{code}}',
    text: 'Sign up to Kimia with this link.',
    textBack: 'Sign up to Kimia with this link and get {{percent}} of your fees back.',
  },
  codes: {
    title: 'Your codes',
    shares: 'You {{inviter}}, your friend {{friend}}',
    used: '{{number}} signed up',
    add: 'New code',
    full: 'You can have {{max}} codes at most.',
  },
  create: {
    title: 'New referral code',
    label: "Your friend's share of their own fees",
    text: "You receive {{inviter}} of each fee your friend pays, and {{friend}} goes back to them. A code's split can't be changed later.",
    action: 'Create code',
    done: 'New referral code created.',
  },
  friends: {
    title: 'Your friends',
    mobile: 'Mobile',
    joined: 'Signed up',
    profit: 'Your profit',
    cashBack: 'Returned to friend',
    empty: { title: "You haven't invited anyone yet", text: 'Send your referral link to your friends.' },
  },
  card: { title: 'Invite friends', action: 'Invite friends' },
}
