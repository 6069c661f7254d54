import type { Texts } from './texts.ts'

export const EN: Texts = {
  address: 'Example address: 1 Sample Street, second floor, Tehran (not a real place)',
  privacyPolicyHtml: `<h2>Privacy</h2>
<p>What Kimia keeps about you, why, and who gets to see it.</p>
<h3>What we keep</h3>
<ul>
<li>your mobile number, your password (only as a one-way hash), and when and from where you signed in;</li>
<li>the personal details, the picture of your document and the bank accounts that you send us for verification;</li>
<li>your orders, trades, deposits and withdrawals.</li>
</ul>
<h3>Why</h3>
<p>So that nobody but you can use your account, money comes from your own bank account and goes back to it, and every unit can be traced.</p>
<h3>Who sees it</h3>
<p>Your identity goes to the verification service to be matched and nowhere else; your card number goes to the payment gateway only. Pictures of documents are kept where the internet cannot reach them. We do not sell your data or hand it over for advertising.</p>
<h3>What you can do</h3>
<p>You can see your sign-ins and all your transactions at any time, and ask support to correct your details. Financial records are kept for as long as the law requires.</p>`,
  termsHtml: `<h2>Terms of use</h2>
<p>By opening an account at Kimia you accept these terms. They are short so that they can be read.</p>
<h3>1. Your account</h3>
<ol>
<li>One person, one account. It is yours and cannot be handed to anybody else.</li>
<li>The mobile number, national code and bank card must be your own. Payments from other people's cards are not accepted.</li>
<li>Never tell anyone your password or one-time codes. Our staff will never ask for them.</li>
</ol>
<h3>2. Prices and trades</h3>
<ol>
<li>A quick trade is made at the price you saw, as long as it is no more than ten seconds old. If the price has changed since, nothing is traded and you are shown the new one.</li>
<li>While no fresh price reaches us, quick trade is paused. We do not trade at stale prices.</li>
<li>On the professional market, orders are matched by price and then by time of arrival. A market order never walks further from the best price than the limit set for that market.</li>
<li>A completed trade cannot be undone.</li>
</ol>
<h3>3. Fees</h3>
<p>The fee is taken from what you receive and is shown before you confirm. Its rate depends on your account level. Quick trades cost 0.3%.</p>
<h3>4. Deposits and withdrawals</h3>
<ol>
<li>Toman can be deposited only with your own verified bank card, and reaches your wallet once the bank has confirmed it.</li>
<li>Toman withdrawals are sent once a day by bank transfer and take up to 24 hours on working days.</li>
<li>Check the address and the network of a crypto withdrawal with care. Coins sent to a wrong address cannot be recovered.</li>
</ol>
<h3>5. Gold</h3>
<p>One unit of gold is one gram of 18-carat gold. The gold market trades in working hours only: Saturday to Wednesday 09:15 to 18:30 and Thursday 09:15 to 15:00, Tehran time.</p>
<h3>6. Risk</h3>
<p>The prices of coins and of gold rise and fall, and you may lose part of what you invest. Kimia gives no investment advice; the decision is yours.</p>
<h3>7. Holding an account</h3>
<p>If we see signs of abuse, money laundering or of somebody else using your account, we hold it until the matter is clear and tell you why. What you own stays yours.</p>
<h3>8. Changes</h3>
<p>Changes to these terms are announced on this page before they take effect.</p>`,
  faq: [
    {
      question: 'How do I open an account?',
      answer:
        'Enter your mobile number and a password, accept the terms and type the six-digit code that we text you. To trade you also complete and verify your account, which usually takes no more than a few minutes.',
    },
    {
      question: 'Why do I have to verify my identity?',
      answer:
        'It proves that the mobile number, the national code and the bank account all belong to you, so that nobody else can move money through your account. Your details are used for that match only.',
    },
    {
      question: 'What is the difference between quick trade and the professional market?',
      answer:
        'In a quick trade you buy from Kimia, or sell to it, at the live price on the screen. On the professional market you name your own price and your order is matched with those of other users.',
    },
    {
      question: 'What does a trade cost?',
      answer:
        'Quick trades cost 0.3%. On the professional market fees start at 0.4% and fall as your three-month trading volume grows. The fee always comes out of what you receive.',
    },
    {
      question: 'How do I deposit Toman, and how long does it take?',
      answer:
        'Open your wallet, choose “Deposit Toman”, pick the amount and one of your verified cards, and pay at the bank gateway. The amount is in your wallet as soon as the bank confirms. If you were charged and the page closed, do not worry: we follow the payment up ourselves and credit it exactly once.',
    },
    {
      question: 'What do I buy when I buy gold?',
      answer:
        'One unit is one gram of 18-carat gold, and you can start with a hundredth of a gram. The price per gram follows the Tehran bazaar’s price per mesghal, divided by 4.3318.',
    },
    {
      question: 'Why is quick trade unavailable at times?',
      answer:
        'When no fresh price reaches us we pause it, so that nobody trades at a stale one. It resumes as soon as prices arrive. Your orders on the professional market stay where they are.',
    },
    {
      question: 'What happens if my connection drops in the middle of a trade?',
      answer:
        'Every order carries a unique key. If it is sent again you get the first result, and it is never carried out twice. Once you are back, your history shows how it stands.',
    },
    {
      question: 'What do I get for inviting friends?',
      answer:
        'Thirty percent of the trading fees of friends who signed up with your code goes to your wallet, and they pay nothing extra for it.',
    },
  ],
}
