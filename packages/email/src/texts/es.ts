import type { Texts } from './texts.ts';

export const es: Texts = {
  signIn: {
    subject: (code, product, time) =>
      `${code} es tu código para entrar en ${product}, ${time}`,
    heading: 'Tu código para entrar',
    good: (minutes, time) =>
      `Válido durante ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} (caduca: ${time})`,
    instead: 'Si no se acepta el corto, escribe este:',
    askedFor: (date, time) => `Solicitado el ${date}, ${time}`,
    where: (host) =>
      `Escribe el código solo en ${host} y no se lo des a nadie: nunca te lo pediremos.`,
    notYou:
      '¿No has sido tú? No tienes que hacer nada: sin un código de este correo no puede entrar nadie.',
  },
  move: {
    titles: {
      code: 'Un código para cambiar tu dirección',
      change: 'Tu cuenta va a tener otra dirección',
      changed: 'La dirección de tu cuenta ha cambiado',
      ended: 'El cambio de tu dirección se ha cancelado',
    },
    leave:
      'Este código permite que tu cuenta pase a otra dirección de correo. Es válido durante 30 minutos, y solo junto con el código enviado a la nueva dirección:',
    arrive:
      'Este código da esta dirección a tu cuenta. Es válido durante 30 minutos, y solo junto con el código enviado a la dirección actual:',
    prove: (days, host) =>
      `Un admin quiere dar esta dirección a tu cuenta, porque ya no tienes acceso al buzón anterior. Este código confirma que lees este buzón. Es válido durante ${days} días. Escríbelo en ${host}: elige «Tengo un código para una dirección nueva».`,
    opened: 'Alguien ha dicho a un admin que ya no tiene acceso a este buzón.',
    waitsOld: (day) => `A partir del ${day} ya no podrás entrar con esta dirección.`,
    waitsNew: (day) =>
      `Tu cuenta tendrá esta dirección el ${day}. Hasta entonces no puedes entrar con ella.`,
    doneOld: 'Ya no puedes entrar con esta dirección.',
    doneNew: (host) => `Tu cuenta tiene ahora esta dirección. Entra con ella en ${host}.`,
    endedOld: (host) => `Tu cuenta tiene esta dirección. Entra con ella en ${host}.`,
    endedNew: 'La cuenta no tiene esta dirección. Si debe tenerla, dirígete a un admin.',
    stop: (host, day) =>
      `Si no quieres el cambio, este código lo anula${day === null ? '' : `, hasta el ${day}`}. Escríbelo en ${host}: elige «No he cambiado mi dirección».`,
    askAdmin:
      'Si no quieres el cambio, dirígete a un admin. Solo un admin puede anularlo.',
    notYou: 'Si no lo has pedido, no des el código a nadie.',
    endSessions: (host) => `Entra en ${host} y cierra todas las demás sesiones.`,
  },
  actCode: {
    subject: (code, product) => `${code} es tu código de confirmación de ${product}`,
    heading: 'Tu código de confirmación',
    acts: {
      give_role: 'Alguien va a recibir un rol, o un admin va a perder el acceso.',
      create_key: 'Se va a crear una clave de servicio.',
      change_webhook: 'Se va a crear o cambiar un webhook.',
      erase_me: 'Se van a borrar para siempre tu cuenta y tus tarjetas.',
      erase_user: 'Se va a borrar una cuenta.',
      take_list: 'Se va a descargar la lista de miembros.',
      invite: 'Se va a invitar a más de 100 personas en un día.',
      change_cards: 'Se van a cambiar muchísimas tarjetas.',
    },
    what: (host) =>
      `Lo ha pedido tu sesión en ${host}. El código sirve una sola vez, durante 10 minutos y para nada más.`,
    notYou: (host) =>
      `¿No has sido tú? Entonces otra persona usa tu sesión. Entra en ${host}, cierra todas las demás sesiones y avisa a quien gestiona el servicio. No des nunca un código a nadie: nunca lo pedimos.`,
  },
  invitation: {
    title: (isReminder) =>
      isReminder ? 'Tu invitación sigue en pie' : 'Tienes una invitación',
    who: (inviter) => `${inviter ?? 'Un admin'} te invita y nos ha dado esta dirección.`,
    what: 'Los miembros tienen allí una tarjeta: un nombre, unas palabras y enlaces, que escriben ellos mismos. No se publica nada sobre ti si no lo haces tú.',
    how: 'Para unirte, abre esta página y escribe esta dirección. Recibirás un código. No necesitas contraseña, y este correo no contiene ningún secreto:',
    source: (day) =>
      `Guardamos esta dirección, quién la invitó y cuándo, solo para que puedas unirte y lo sepas. Se borra el ${day} si no te unes.`,
    rights:
      'Puedes pedir una copia, una corrección o el borrado, oponerte y reclamar ante una autoridad de protección de datos.',
    never:
      '¿No eres tú o no quieres? Pide un código en la misma página y elige «No soy yo, nunca más». Olvidaremos esta dirección y no volveremos a invitarla.',
    rest: (isLast) =>
      isLast
        ? 'No te lo recordaremos otra vez.'
        : 'Si no haces nada, te lo recordaremos una vez.',
  },
  decision: {
    titleHidden: 'Una o más de tus tarjetas están ocultas',
    titleSuspended: 'Tu cuenta está suspendida',
    titleAnswered: 'Tienes una respuesta',
    titles: {
      card_shown: 'Los demás ya ven tu tarjeta',
      data_saved: 'Tus datos se han guardado en un archivo',
      report_received: 'Hemos recibido tu denuncia',
      role_lowered: 'Tu rol ha cambiado',
    },
    hidden: (cards, count, reason) =>
      cards === 1
        ? `Una de tus tarjetas está oculta para los demás: ${reason}.`
        : `${count} de tus tarjetas están ocultas para los demás: ${reason}.`,
    suspended: (reason) => `Tu cuenta está suspendida: ${reason}.`,
    reasons: {
      spam: 'publicidad no deseada',
      impersonation: 'suplantación de otra persona',
      harassment: 'acoso',
      illegal_content: 'contenido que podría ser ilegal',
      personal_data: 'datos personales de otra persona',
      other: 'otra infracción de las normas',
    },
    appeal: (host) =>
      `Si crees que es un error, entra en ${host} con esta dirección y lee por qué.`,
    answers: {
      card_upheld: 'Hemos revisado de nuevo una de tus tarjetas. Sigue oculta.',
      card_restored:
        'Hemos revisado de nuevo una de tus tarjetas. Los demás vuelven a verla.',
      card_shown: 'Hemos revisado una de tus tarjetas. Los demás ya la ven.',
      account_upheld: 'Lo hemos revisado de nuevo. Tu cuenta sigue suspendida.',
      account_restored: 'Lo hemos revisado de nuevo. Tu cuenta ya no está suspendida.',
      report_received:
        'Hemos recibido tu denuncia de una tarjeta y una persona la revisa. Recibirás otro correo con la decisión.',
      report_hidden:
        'Denunciaste una tarjeta. La hemos revisado y está oculta para los demás.',
      report_approved: 'Denunciaste una tarjeta. La hemos revisado y se queda como está.',
      report_gone: 'Denunciaste una tarjeta. Se ha borrado: ya no la ve nadie.',
      data_saved:
        'Con un código recibido en este buzón, alguien ha guardado en un archivo todos los datos de tu cuenta suspendida, en la página que indica el motivo. Si no has sido tú, otra persona lee tu correo: avísanos.',
      role_lowered:
        'Ahora tienes un rol inferior o ninguno. Si no lo esperabas, dirígete a un admin.',
    },
    notMe: (host) =>
      `¿No has sido tú? Pide un código en ${host} y elige «No soy yo, nunca más». Olvidaremos esta dirección y no le escribiremos más.`,
    readAnswer: (host) => `Entra en ${host} para saber más.`,
  },
};
