import type { Texts } from './fa.ts'

export const EN: Texts = {
  address: 'Example address: 1 Sample Street, second floor, Tehran (not a real place)',
  privacyPolicyHtml: `<h2>Privacy</h2>
<p>What Kimia keeps about you, why, and who gets to see it.</p>
<h3>What we keep</h3>
<ul>
<li>your mobile number, your password (only as a one-way hash), and when and from which IP address you logged in;</li>
<li>the personal details, document photos and bank accounts that you send us for identity verification;</li>
<li>your orders, trades and deposits.</li>
</ul>
<h3>Why</h3>
<p>So that nobody but you can use your account, money comes only from your own bank account, and every transaction can be traced.</p>
<h3>Who sees it</h3>
<p>We send your identity details to the verification service to be matched and nowhere else, and your card number to the payment gateway only. We keep document photos where the internet can't reach them. We don't sell your data or hand it over for advertising.</p>
<h3>What you can do</h3>
<p>You can see your login history and all your transactions at any time, and ask support to correct your details. We keep financial records for as long as the law requires.</p>`,
  termsHtml: `<h2>Terms of use</h2>
<p>By signing up to Kimia you accept these terms. They're short so that you can read them.</p>
<h3>1. Your account</h3>
<ol>
<li>One person, one account. It's yours, and you can't hand it to anybody else.</li>
<li>The mobile number, national ID number and bank card must be your own. We don't accept payments from other people's cards.</li>
<li>Never tell anyone your password or one-time codes. Our staff will never ask for them.</li>
</ol>
<h3>2. Prices and trades</h3>
<ol>
<li>A Quick trade locks its price for ten seconds while you confirm it. If the price moves in your favour by then, you get the better one. After ten seconds you see the new price and confirm again.</li>
<li>While no live price reaches us, we pause Quick trade. We don't trade at old prices.</li>
<li>On Pro market, orders are matched by price and then by time. A market order never goes further from the best price than the limit set for that market.</li>
<li>A completed trade can't be reversed.</li>
</ol>
<h3>3. Fees</h3>
<p>The fee is taken from what you receive and is shown before you confirm. Its rate depends on your account level. Quick trade costs {{quickTradeFee}}.</p>
<h3>4. Deposits and withdrawals</h3>
<ol>
<li>You can deposit Toman only with your own verified bank card. It reaches your wallet once the bank confirms it.</li>
<li>Withdrawals aren't available yet. We'll announce their terms on this page before they start.</li>
</ol>
<h3>5. Gold</h3>
<p>One unit of gold is one gram of 18-carat gold. The gold market trades in working hours only: Saturday to Wednesday 09:15 to 18:30 and Thursday 09:15 to 15:00, Tehran time.</p>
<h3>6. Risk</h3>
<p>The prices of coins and of gold rise and fall, and you may lose part of what you invest. Kimia gives no investment advice; the decision is yours.</p>
<h3>7. Restricting an account</h3>
<p>If we see signs of abuse, money laundering or of somebody else using your account, we restrict access until the matter is clear and tell you why. What you own stays yours.</p>
<h3>8. Changes</h3>
<p>We announce changes to these terms on this page before they take effect.</p>`,
  faq: [
    {
      question: 'How do I sign up?',
      answer:
        'Enter your mobile number and a password, accept the terms and enter the 6-digit code we text you. To trade you also verify your identity, which usually takes no more than a few minutes.',
    },
    {
      question: 'Why do I have to verify my identity?',
      answer:
        'It proves that the mobile number, the national ID number and the bank account all belong to you, so that nobody else can move money through your account. We use your details for that match only.',
    },
    {
      question: 'What is the difference between Quick trade and Pro market?',
      answer:
        'In Quick trade you buy from Kimia, or sell to it, at the live price on the screen. On Pro market you set your own price, and your order is matched with those of other users.',
    },
    {
      question: 'What does a trade cost?',
      answer:
        'Quick trade costs {{quickTradeFee}}. On Pro market the fee depends on your account level and falls as your 3-month trading volume grows; your dashboard shows it. The fee always comes out of what you receive.',
    },
    {
      question: 'How do I deposit Toman, and how long does it take?',
      answer:
        "Open your wallet, choose “Deposit Toman”, pick the amount and one of your verified cards, and pay at the payment gateway. The amount is in your wallet as soon as the bank confirms. If you were charged and the page closed, don't worry: we check the payment ourselves and credit it exactly once.",
    },
    {
      question: 'What do I buy when I buy gold?',
      answer:
        'One unit is one gram of 18-carat gold, and you can start with a hundredth of a gram. The price per gram is the Tehran mesghal quote divided by 4.3318.',
    },
    {
      question: 'Why is Quick trade unavailable at times?',
      answer:
        'When no live price reaches us we pause it, so that nobody trades at an old one. It resumes as soon as prices arrive. Your orders on Pro market are safe.',
    },
    {
      question: 'What happens if my connection drops in the middle of a trade?',
      answer:
        "Every order carries a unique key. If you send it again, you get the first result, and it's never filled twice. Once you're back, your history shows the outcome.",
    },
  ],
}
