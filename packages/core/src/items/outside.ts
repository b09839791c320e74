import type { Criterion } from '../documents/document.js';
import type { ItemFact } from '../workflow/facts.js';

/** A kind of service that lies outside of the project (feature M32). */
export interface OutsideService {
  type: string;
  /** What it is used for. */
  category: string;
  /** Words by which an item speaks of it, in lower case. */
  keywords: readonly string[];
  /** What stands in for it in tests. */
  mock: string;
  needsSecrets: boolean;
}

/** Eight kinds of outside services, by the words with which items speak of them. */
export const OUTSIDE_SERVICES: readonly OutsideService[] = [
  {
    type: 'payment',
    category: 'payment processing',
    keywords: [
      ...['stripe', 'paypal', 'braintree', 'adyen', 'klarna', 'mollie'],
      ...['payment gateway', 'payment provider', 'credit card', 'payment intent', 'apple pay', 'google pay'],
    ],
    mock: "the provider's test mode with its test keys, and recorded answers in unit tests",
    needsSecrets: true,
  },
  {
    type: 'email',
    category: 'e-mail delivery',
    keywords: [
      ...['sendgrid', 'mailgun', 'smtp', 'mailchimp', 'postmark', 'amazon ses'],
      ...['send an email', 'send email', 'sends an email', 'email service', 'transactional email'],
    ],
    mock: 'a mail catcher on this machine (Mailpit, MailHog), or a sender that only keeps what it was given',
    needsSecrets: true,
  },
  {
    type: 'oauth',
    category: 'sign-in by others',
    keywords: [
      ...['oauth', 'oauth2', 'openid', 'oidc', 'saml', 'sso', 'single sign-on', 'auth0', 'okta'],
      ...['google auth', 'google login', 'sign in with google', 'facebook login', 'github login', 'azure ad'],
    ],
    mock: 'an identity provider on this machine, or signed tokens that the test makes; test clients for the real one',
    needsSecrets: true,
  },
  {
    type: 'storage',
    category: 'cloud storage',
    keywords: [
      's3',
      'azure blob',
      'blob storage',
      'cloudinary',
      'gcs',
      'google cloud storage',
      'object storage',
      'cdn upload',
    ],
    mock: 'a store on this machine (MinIO, Azurite), or a folder behind the same interface',
    needsSecrets: true,
  },
  {
    type: 'sms',
    category: 'text and push messages',
    keywords: [
      'sms',
      'twilio',
      'nexmo',
      'vonage',
      'messagebird',
      'text message',
      'push notification',
      'firebase messaging',
      'apns',
    ],
    mock: "the provider's test numbers, or a sender that only keeps what it was given",
    needsSecrets: true,
  },
  {
    type: 'ai',
    category: 'language and other models',
    keywords: [
      'openai',
      'gpt-4',
      'gpt',
      'anthropic',
      'claude api',
      'gemini',
      'mistral',
      'bedrock',
      'hugging face',
      'llm',
      'embeddings',
    ],
    mock: 'recorded answers, played back by a server on this machine',
    needsSecrets: true,
  },
  {
    type: 'database',
    category: 'database in the cloud',
    keywords: [
      'rds',
      'cosmosdb',
      'cosmos db',
      'mongodb atlas',
      'atlas cluster',
      'dynamodb',
      'firestore',
      'supabase',
      'planetscale',
      'bigquery',
      'snowflake',
    ],
    mock: 'the same database in a container, or its emulator',
    needsSecrets: true,
  },
  {
    type: 'messaging',
    category: 'queues and events',
    keywords: [
      'rabbitmq',
      'kafka',
      'azure service bus',
      'amazon sqs',
      'sqs',
      'sns topic',
      'google pub/sub',
      'pubsub',
      'nats',
    ],
    mock: 'the same broker in a container, or a queue in memory behind the same interface',
    needsSecrets: false,
  },
];

/** An outside service that an item speaks of. */
export interface FoundService extends Omit<OutsideService, 'keywords'> {
  /** The word that speaks of it. */
  keyword: string;
  /** Null where the item has its flag already: somebody has said so. */
  proposed: string | null;
}

/** Outside needs tell what an item needs from outside. */
export interface OutsideNeeds {
  services: readonly FoundService[];
  /** Criteria that are to hold with the service itself, and are not marked as such. */
  live: readonly Criterion[];
}

const FLAG = 'external:';

/** Words of a criterion that ask for the service itself and no stand-in. */
const LIVE =
  /\b(?:live|in production|production (?:account|key|keys|mode|service|system)|real (?:account|card|charge|customer|device|e-?mail|inbox|message|money|payment|phone|provider|service|user)s?|end-to-end with the (?:real|provider))\b/i;

/**
 * Scans an item for outside services: by its words, and by the flags that say so. An item with the flag `external:none` needs
 * none, whatever its words are.
 * @param more words that belong to the item and stand elsewhere: lines of its entry, its claims
 */
export function scanItem(
  {
    title,
    criteria = [],
    risk = '',
    verify = '',
    flags = [],
  }: Pick<ItemFact, 'title' | 'criteria' | 'risk' | 'verify' | 'flags'>,
  more: readonly string[] = [],
): OutsideNeeds {
  if (flags.includes(`${FLAG}none`)) return { services: [], live: [] };
  const text = plain([title, ...criteria.map((one) => one.text), risk, verify, ...more].join('\n'));
  const services = OUTSIDE_SERVICES.flatMap((service): FoundService[] => {
    const flag = `${FLAG}${service.type}`;
    const said = service.keywords.find((word) => text.includes(` ${plain(word).trim()} `));
    const isFlagged = flags.includes(flag);
    if (said === undefined && !isFlagged) return [];
    const { keywords: _words, ...rest } = service;
    return [{ ...rest, keyword: said ?? flag, proposed: isFlagged ? null : flag }];
  });
  const live = services.length === 0 ? [] : criteria.filter((one) => !one.manual && LIVE.test(one.text));
  return { services, live };
}

/** Words in lower case with one blank between them, and no sign but those that names have. */
const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/-]+/gu, ' ')
    .trim()} `;
