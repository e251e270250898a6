import type { Texts } from './texts.ts';

const fromDevice = (browser?: string, system?: string) => {
  const known = [browser && `avec ${browser}`, system && `sous ${system}`];
  return known.map((part) => (part ? ` ${part}` : '')).join('');
};

export const fr: Texts = {
  locale: 'fr-FR',
  signIn: {
    subject: (code, product, time) =>
      `${code} est votre code de connexion à ${product}, ${time}`,
    title: (product) => `Votre code de connexion à ${product}`,
    good: (minutes, time) =>
      `Valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, jusqu’à ${time}`,
    longerInside: 'S’il est refusé, un code plus long se trouve dans le message.',
    instead: 'Si le code court est refusé, saisissez plutôt celui-ci\u00A0:',
    askedFor: (date, time, browser, system) =>
      `Demandé le ${date} à ${time}${fromDevice(browser, system)}.`,
    notYou: 'Ce n’était pas vous\u00A0?',
    advice:
      'Vous n’avez rien à faire\u00A0: sans un code de ce message, personne ne peut se connecter. Ne donnez jamais un code à personne\u00A0; nous ne vous en demanderons jamais.',
  },
  decision: {
    subject: (product, title) => `${product}\u00A0: ${title}`,
    titleHidden: 'Une ou plusieurs de vos cartes sont masquées',
    titleSuspended: 'Votre compte est suspendu',
    titleAnswered: 'Vous avez une réponse',
    hidden: (cards, count, reason) =>
      cards === 1
        ? `Une de vos cartes est masquée pour les autres\u00A0: ${reason}.`
        : `${count} de vos cartes sont masquées pour les autres\u00A0: ${reason}.`,
    suspended: (reason) => `Votre compte est suspendu\u00A0: ${reason}.`,
    reasons: {
      spam: 'publicité indésirable',
      impersonation: 'usurpation d’identité',
      harassment: 'harcèlement',
      illegal_content: 'contenu qui pourrait être contraire à la loi',
      personal_data: 'données personnelles d’une autre personne',
      other: 'un autre manquement aux règles',
    },
    appealHidden: (host) =>
      `Si vous pensez qu’il s’agit d’une erreur, connectez-vous à ${host} et demandez un nouvel examen. C’est gratuit, et vous recevrez une réponse.`,
    appealSuspended: (host) =>
      `Si vous pensez qu’il s’agit d’une erreur, connectez-vous à ${host} avec cette adresse. Vous verrez que le compte est suspendu, et vous pourrez demander un nouvel examen.`,
    answers: {
      card_upheld: 'Nous avons réexaminé une de vos cartes. Elle reste masquée.',
      card_restored:
        'Nous avons réexaminé une de vos cartes. Les autres la voient de nouveau.',
      account_upheld: 'Nous avons procédé au réexamen. Votre compte reste suspendu.',
      account_restored:
        'Nous avons procédé au réexamen. Votre compte n’est plus suspendu.',
    },
    readAnswer: (host) => `Connectez-vous à ${host} pour en lire plus.`,
  },
};
