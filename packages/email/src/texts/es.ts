import type { Texts } from './texts.ts';

const fromDevice = (browser?: string, system?: string) => {
  const known = [browser && `con ${browser}`, system && `en ${system}`];
  return known.map((part) => (part ? ` ${part}` : '')).join('');
};

export const es: Texts = {
  locale: 'es-ES',
  signIn: {
    subject: (code, product, time) =>
      `${code} es tu código para entrar en ${product}, ${time}`,
    title: (product) => `Tu código para entrar en ${product}`,
    good: (minutes, time) =>
      `Válido durante ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} (caduca: ${time})`,
    longerInside: 'Si no se acepta, dentro hay uno más largo.',
    instead: 'Si no se acepta el corto, escribe este:',
    askedFor: (date, time, browser, system) =>
      `Pedido el ${date}, ${time}${fromDevice(browser, system)}.`,
    notYou: '¿No has sido tú?',
    advice:
      'No tienes que hacer nada: sin un código de este correo no puede entrar nadie. No des nunca un código a nadie; nosotros nunca te lo pediremos.',
  },
  decision: {
    subjectHidden: (product) => `${product}: una o más de tus tarjetas están ocultas`,
    subjectSuspended: (product) => `${product}: tu cuenta está suspendida`,
    hidden: (cards, count) =>
      cards === 1
        ? 'Una de tus tarjetas está oculta para los demás.'
        : `${count} de tus tarjetas están ocultas para los demás.`,
    suspended: 'Tu cuenta está suspendida.',
    why: (reason) => `El motivo: ${reason}.`,
    reasons: {
      spam: 'publicidad no deseada',
      impersonation: 'suplantación de otra persona',
      harassment: 'acoso',
      illegal_content: 'contenido que podría ser ilegal',
      personal_data: 'datos personales de otra persona',
      other: 'otra infracción de las normas',
    },
    appealHidden:
      'Si crees que es un error, entra y pide una nueva revisión. Es gratis y recibirás una respuesta.',
    appealSuspended:
      'Si crees que es un error, entra con esta dirección. Verás que la cuenta está suspendida y podrás pedir una nueva revisión.',
    contact: (address) => `Contacto: ${address}`,
  },
};
