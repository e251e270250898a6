import type { Texts } from './texts.ts';

export const fr: Texts = {
  signIn: {
    subject: (code, product, time) =>
      `${code} est votre code de connexion à ${product}, ${time}`,
    heading: 'Votre code de connexion',
    good: (minutes, time) =>
      `Valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, jusqu’à ${time}`,
    instead: 'Si le code court est refusé, saisissez plutôt celui-ci\u00A0:',
    askedFor: (date, time) => `Demandé le ${date} à ${time}`,
    where: (host) =>
      `Saisissez le code uniquement sur ${host} et ne le donnez à personne\u00A0: nous ne vous le demanderons jamais.`,
    notYou:
      'Ce n’était pas vous\u00A0? Vous n’avez rien à faire\u00A0: sans un code de ce message, personne ne peut se connecter.',
  },
  move: {
    titles: {
      code: 'Un code pour changer votre adresse',
      change: 'Votre compte va changer d’adresse',
      changed: 'L’adresse de votre compte a changé',
      ended: 'Le changement de votre adresse a été annulé',
    },
    leave:
      'Ce code permet à votre compte de passer à une autre adresse e-mail. Il est valable 30 minutes, et seulement avec le code envoyé à la nouvelle adresse\u00A0:',
    arrive:
      'Ce code donne cette adresse à votre compte. Il est valable 30 minutes, et seulement avec le code envoyé à l’adresse actuelle\u00A0:',
    prove: (days, host) =>
      `Un admin souhaite donner cette adresse à votre compte, car vous n’avez plus accès à l’ancienne boîte de réception. Ce code confirme que vous lisez celle-ci. Il est valable ${days} jours. Saisissez-le sur ${host}\u00A0: choisissez «\u00A0J’ai un code pour une nouvelle adresse\u00A0».`,
    opened: 'Quelqu’un a dit à un admin ne plus avoir accès à cette boîte de réception.',
    waitsOld: (day) =>
      `À partir du ${day}, vous ne pourrez plus vous connecter avec cette adresse.`,
    waitsNew: (day) =>
      `Votre compte aura cette adresse le ${day}. D’ici là, vous ne pouvez pas l’utiliser pour vous connecter.`,
    doneOld: 'Vous ne pouvez plus vous connecter avec cette adresse.',
    doneNew: (host) =>
      `Votre compte a maintenant cette adresse. Utilisez-la pour vous connecter sur ${host}.`,
    endedOld: (host) =>
      `Votre compte a cette adresse. Utilisez-la pour vous connecter sur ${host}.`,
    endedNew:
      'Le compte n’a pas cette adresse. S’il doit l’avoir, adressez-vous à un admin.',
    stop: (host, day) =>
      `Si vous ne le souhaitez pas, ce code permet d’y mettre fin${day === null ? '' : ` jusqu’au ${day}`}. Saisissez-le sur ${host}\u00A0: choisissez «\u00A0Je n’ai pas changé mon adresse\u00A0».`,
    askAdmin:
      'Si vous ne le souhaitez pas, adressez-vous à un admin. Seul un admin peut y mettre fin.',
    notYou: 'Si vous n’avez rien demandé, ne donnez ce code à personne.',
    endSessions: (host) =>
      `Connectez-vous sur ${host} et fermez toutes les autres sessions.`,
  },
  actCode: {
    subject: (code, product) => `${code} est votre code de confirmation pour ${product}`,
    heading: 'Votre code de confirmation',
    acts: {
      give_role: 'Une personne va recevoir un rôle, ou un admin va être écarté.',
      create_key: 'Une clé de service va être créée.',
      change_webhook: 'Un webhook va être créé ou modifié.',
      erase_me: 'Votre compte et vos cartes vont être supprimés définitivement.',
      erase_user: 'Un compte va être supprimé.',
      take_list: 'La liste des membres va être téléchargée.',
      invite: 'Plus de 100 personnes vont être invitées en un jour.',
      change_cards: 'Un très grand nombre de cartes vont être modifiées.',
    },
    what: (host) =>
      `Votre session sur ${host} l’a demandé. Le code est valable une seule fois, pendant 10 minutes, et pour rien d’autre.`,
    notYou: (host) =>
      `Ce n’est pas vous\u00A0? Alors quelqu’un d’autre utilise votre session. Connectez-vous sur ${host}, fermez toutes les autres sessions et prévenez la personne qui gère le service. Ne donnez jamais de code à qui que ce soit\u00A0: nous n’en demandons jamais.`,
  },
  invitation: {
    title: (isReminder) =>
      isReminder ? 'Votre invitation est toujours valable' : 'Votre invitation',
    who: (inviter) =>
      `${inviter ?? 'Un admin'} vous invite et nous a donné cette adresse.`,
    what: 'Les membres y ont une carte\u00A0: un nom, quelques mots et des liens, qu’ils écrivent eux-mêmes. Rien n’est publié à votre sujet sans vous.',
    how: 'Pour vous inscrire, ouvrez cette page et saisissez cette adresse. Un code vous sera envoyé. Aucun mot de passe n’est nécessaire, et ce message ne contient rien de secret\u00A0:',
    source: (day) =>
      `Nous conservons cette adresse, l’identité de la personne qui l’a invitée et la date, uniquement pour vous permettre de vous inscrire et pour vous en informer. Elle sera supprimée le ${day} si vous ne vous inscrivez pas.`,
    rights:
      'Vous pouvez demander une copie, une rectification ou la suppression, vous opposer au traitement et saisir une autorité de protection des données.',
    never:
      'Ce n’est pas vous, ou vous n’en voulez pas\u00A0? Demandez un code sur la même page et choisissez «\u00A0Pas moi, plus jamais\u00A0». Nous oublierons alors cette adresse et ne l’inviterons plus.',
    rest: (isLast) =>
      isLast
        ? 'Nous n’enverrons pas d’autre rappel.'
        : 'Si vous ne faites rien, nous enverrons un seul rappel.',
  },
  decision: {
    titleHidden: 'Une ou plusieurs de vos cartes sont masquées',
    titleSuspended: 'Votre compte est suspendu',
    titleAnswered: 'Vous avez une réponse',
    titles: {
      card_shown: 'Les autres voient votre carte',
      data_saved: 'Vos données ont été enregistrées dans un fichier',
      report_received: 'Nous avons reçu votre signalement',
      role_lowered: 'Votre rôle a changé',
    },
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
    appeal: (host) =>
      `Si vous pensez qu’il s’agit d’une erreur, connectez-vous sur ${host} avec cette adresse pour lire le motif de la décision.`,
    answers: {
      card_upheld: 'Nous avons réexaminé une de vos cartes. Elle reste masquée.',
      card_restored:
        'Nous avons réexaminé une de vos cartes. Les autres la voient de nouveau.',
      card_shown:
        'Nous avons examiné une de vos cartes. Les autres la voient maintenant.',
      account_upheld: 'Nous avons réexaminé la décision. Votre compte reste suspendu.',
      account_restored:
        'Nous avons réexaminé la décision. Votre compte n’est plus suspendu.',
      report_received:
        'Nous avons reçu votre signalement d’une carte, et une personne l’examine. Vous recevrez un autre message avec la décision.',
      report_hidden:
        'Vous avez signalé une carte. Nous l’avons examinée, et elle est masquée pour les autres.',
      report_approved:
        'Vous avez signalé une carte. Nous l’avons examinée, et elle reste telle quelle.',
      report_gone:
        'Vous avez signalé une carte. Elle a été supprimée\u00A0: personne ne la voit plus.',
      data_saved:
        'Avec un code reçu dans cette boîte de réception, quelqu’un a enregistré dans un fichier toutes les données de votre compte suspendu, sur la page qui en indique le motif. Si ce n’était pas vous, quelqu’un d’autre lit vos e-mails\u00A0: dites-le-nous.',
      role_lowered:
        'Vous avez désormais un rôle moins élevé, ou n’en avez plus. Si vous ne vous y attendiez pas, adressez-vous à un admin.',
    },
    notMe: (host) =>
      `Ce n’était pas vous\u00A0? Demandez un code sur ${host} et choisissez «\u00A0Pas moi, plus jamais\u00A0». Nous oublierons alors cette adresse et ne lui écrirons plus.`,
    readAnswer: (host) => `Connectez-vous sur ${host} pour en savoir plus.`,
  },
};
