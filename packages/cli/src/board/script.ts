/**
 * The only script of the board: it asks for the page again and puts the parts in that have changed. What a person has opened stays
 * open, the keyboard stays where it stands, and nothing is sent but the question.
 */
export const SCRIPT = `'use strict';
const PULSE = 2000;
const told = document.getElementById('told');
const address = new URL(location.href);
// The token is in a cookie now: it does not stay in the address, which people copy.
if (address.searchParams.has('key')) {
  address.searchParams.delete('key');
  history.replaceState(null, '', address);
}
let tag = '';
let last = Date.now();
const clock = () => new Date(last).toLocaleTimeString();
const say = (text, isLate) => {
  told.textContent = text;
  document.body.classList.toggle('late', isLate);
};
const nameOf = (one) => one.getAttribute('href') ?? (one.id || one.parentElement.id);
const put = (text) => {
  const next = new DOMParser().parseFromString(text, 'text/html');
  const open = new Map([...document.querySelectorAll('details[id]')].map((one) => [one.id, one.open]));
  const scrolled = new Map([...document.querySelectorAll('pre[id]')].map((one) => [one.id, one.scrollTop + one.clientHeight >= one.scrollHeight - 4 ? null : one.scrollTop]));
  for (const fresh of next.querySelectorAll('[data-part]')) {
    const old = document.querySelector('[data-part="' + CSS.escape(fresh.dataset.part) + '"]');
    if (!old || old.outerHTML === fresh.outerHTML) continue;
    for (const one of fresh.querySelectorAll('details[id]')) if (open.has(one.id)) one.open = open.get(one.id);
    const stand = old.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    old.replaceWith(document.adoptNode(fresh));
    if (stand) [...fresh.querySelectorAll('a[href], summary, pre[id]')].find((one) => nameOf(one) === stand)?.focus({ preventScroll: true });
  }
  for (const one of document.querySelectorAll('pre[id]')) one.scrollTop = scrolled.get(one.id) ?? one.scrollHeight;
  document.title = next.title;
};
const ask = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(address, { headers: tag ? { 'if-none-match': tag } : {}, cache: 'no-store', redirect: 'error' });
    if (answer.status === 200) {
      tag = answer.headers.get('etag') ?? '';
      put(await answer.text());
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    last = Date.now();
    say('as of ' + clock(), false);
  } catch {
    say('flow board does not answer: this is how it stood at ' + clock(), true);
  }
};
for (const one of document.querySelectorAll('pre[id]')) one.scrollTop = one.scrollHeight;
const turn = () => ask().finally(() => setTimeout(turn, PULSE));
document.addEventListener('visibilitychange', ask);
turn();
`;
